/** Grey lines in place of content that takes longer than 300 ms; announced to screen readers. */
export function Skeleton({ lines = 5, label }: { lines?: number; label: string }) {
  return (
    <div className="k-skeleton" role="status" aria-label={label}>
      {Array.from({ length: lines }, (_, index) => (
        <div key={index} className="k-skeleton__line" />
      ))}
    </div>
  )
}
