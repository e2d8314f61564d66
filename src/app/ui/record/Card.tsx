import './record.css'
import { useId, type ComponentProps, type ReactNode, type RefObject } from 'react'
import type { FormState } from '../form/use-form.ts'

/** A titled part of a page; with `form` it is the form whose fields it has. */
export function Card({
  title,
  tag,
  hint,
  action,
  id,
  heading,
  form,
  className = '',
  children,
  ...rest
}: Omit<ComponentProps<'section'>, 'title'> & {
  /** Without it the card has no heading: `aria-label` names it then. */
  title?: ReactNode
  /** Beside the title. */
  tag?: ReactNode
  /** What the card is for. */
  hint?: ReactNode
  /** At the end of the title's line. */
  action?: ReactNode
  /** The title's, by which the portal's search finds the card. */
  id?: string
  /** Of the title, which can take the focus. */
  heading?: RefObject<HTMLHeadingElement | null>
  form?: FormState['props']
}) {
  const ownId = useId()
  const titleId = id ?? ownId
  const { ref, ...attributes } = rest
  const root = {
    className: `k-card ${className}`,
    'aria-labelledby': title === undefined || rest['aria-label'] !== undefined ? undefined : titleId,
    'data-action': id,
    ...attributes,
  }
  const content = (
    <>
      {title !== undefined && (
        <div className="k-card__head">
          <div className="k-card__text">
            <h2 id={titleId} ref={heading} tabIndex={-1}>
              {title} {tag}
            </h2>
            {hint && <p className="k-soft">{hint}</p>}
          </div>
          {action}
        </div>
      )}
      {children}
    </>
  )
  if (form)
    return (
      <form {...form} {...root}>
        {content}
      </form>
    )
  return (
    <section ref={ref} {...root}>
      {content}
    </section>
  )
}

/** Cards below each other, in as many columns as there is room for. */
export function CardColumns({ children }: { children: ReactNode }) {
  return <div className="k-card-columns">{children}</div>
}
