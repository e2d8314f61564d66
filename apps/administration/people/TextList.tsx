/** A list of texts, without those that are false. */
export function TextList({ lines }: { lines: readonly (string | false)[] }) {
  return <ul className="ad-text-list">{lines.map((line) => line !== false && <li key={line}>{line}</li>)}</ul>
}
