import { createContext, use, useEffect, useRef, type RefObject } from 'react'

/** Tells the portal which page of an application is shown. An application's mount provides it. */
export const PageTitleContext = createContext<(title: string, details: string | undefined) => void>(() => {})

/**
 * For the heading of an application's page: its title is told to the portal, and it gets the focus when `page` changes, so that screen readers go on there.
 * `details` are what the access log has of it.
 */
export function usePageHeading(
  page: string | null,
  title: string,
  details?: string,
): RefObject<HTMLHeadingElement | null> {
  const tellTitle = use(PageTitleContext)
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef(page)

  useEffect(() => tellTitle(title, details), [tellTitle, title, details])

  useEffect(() => {
    if (before.current !== page) heading.current?.focus()
    before.current = page
  }, [page])

  return heading
}
