/** A name, where there is one, and the id below it. */
export function Named({ name, id }: { name?: string | null; id: string }) {
  return name ? (
    <>
      <div>{name}</div>
      <span className="dimmed">{id}</span>
    </>
  ) : (
    id
  );
}
