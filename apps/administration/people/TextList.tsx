/** A list of texts, without those that are false. */
export function TextList({ lines }: { lines: readonly (string | false)[] }) {
  return (
    <ul className="ad-text-list">
      {lines.map(
        (line, at) =>
          // oxlint-disable-next-line react/no-array-index-key -- two lines may be the same text, as of people of one name
          line !== false && <li key={at}>{line}</li>,
      )}
    </ul>
  )
}
