/** The value that such a share of all values lies below. */
export function quantile(values, share) {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}

/** The one in the middle, or the mean of the two that are. */
export function median(values) {
  const sorted = Float64Array.from(values).sort();
  return (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
}

export function rounded(value, digits = 1) {
  return Number(value.toFixed(digits));
}

/** The same values in random order, so that whatever drifts drifts for all. */
export function shuffled(values) {
  const order = values.map((value) => ({ value, at: Math.random() }));
  return order.sort((a, b) => a.at - b.at).map(({ value }) => value);
}
