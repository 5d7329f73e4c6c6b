/** The value below which this share of all values lies. */
export function quantile(values, share) {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}

/** The value in the middle, or the mean of the two in the middle. */
export function median(values) {
  const sorted = Float64Array.from(values).sort();
  return (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
}

export function rounded(value, digits = 1) {
  return Number(value.toFixed(digits));
}

/** The same values in random order, so that a drift of the machine affects all kinds equally. */
export function shuffled(values) {
  const order = values.map((value) => ({ value, at: Math.random() }));
  return order.sort((a, b) => a.at - b.at).map(({ value }) => value);
}
