import { useId, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

/** Returns the function that chooses between two texts by the current language. */
export function useSay(): (chinese: string, english: string) => string {
  const { i18n } = useTranslation()
  return (chinese, english) => (i18n.language === 'en' ? english : chinese)
}

/** One state or use of a widget. */
export function Story({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className="c-story" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <div className="c-stage">{children}</div>
    </section>
  )
}
