import './page-frame.css'

/** The heading of a page, and what it is for. */
export function PageHeader({ title, hint }: { title: string; hint?: string }) {
  return (
    <header className="k-page-header">
      <h1>{title}</h1>
      {hint && <p className="k-soft">{hint}</p>}
    </header>
  )
}
