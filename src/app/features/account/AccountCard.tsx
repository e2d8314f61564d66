import type { ReactNode, RefObject } from 'react'

export function AccountCard({
  id,
  title,
  heading,
  beside,
  children,
}: {
  /** The search scrolls to this id too. */
  id: string
  title: string
  /** Set if the heading takes the focus when the focused element is removed. */
  heading?: RefObject<HTMLHeadingElement | null>
  beside?: ReactNode
  children: ReactNode
}) {
  return (
    <section className="k-card a-card" aria-labelledby={id} data-action={id}>
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
