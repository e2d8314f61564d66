import type { ReactNode, RefObject } from 'react'

export function AccountCard({
  id,
  title,
  heading,
  beside,
  children,
}: {
  /** By which the search finds it too. */
  id: string
  title: string
  /** Of a heading that takes the focus when its last holder is removed. */
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
