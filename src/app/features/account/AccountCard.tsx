import type { ReactNode, RefObject } from 'react'

/** One titled part of the page. */
export function AccountCard({
  id,
  title,
  heading,
  beside,
  children,
}: {
  /** Of the heading, by which lists can be named as well. */
  id: string
  title: string
  /** Of a heading that takes the focus when what had it is gone. */
  heading?: RefObject<HTMLHeadingElement | null>
  /** What stands at the right of the heading: what can be done here, or a word about it. */
  beside?: ReactNode
  children: ReactNode
}) {
  return (
    <section className="k-card" aria-labelledby={id}>
      <div className="a-card__head">
        <h2 id={id} ref={heading} tabIndex={heading && -1}>
          {title}
        </h2>
        {beside}
      </div>
      {children}
    </section>
  )
}
