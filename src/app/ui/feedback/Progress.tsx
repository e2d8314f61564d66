/** `value` from 0 to 1, or absent while it is unknown. */
export function Progress({ value, label }: { value?: number; label: string }) {
  return <progress className="k-progress" aria-label={label} max={1} value={value} />
}
