import { useEffect, useMemo, useRef, useState } from 'react'
import List from '@phosphor-icons/core/regular/list.svg?react'
import { Link, useLocation } from 'react-router-dom'
import type { PermissionCode } from '../../contract/permissions.ts'
import { useSearchKeys } from '../../src/app/micro-apps/app-context.ts'
import { AppRoutes } from '../../src/app/micro-apps/AppRoutes.tsx'
import { Icon } from '../../src/app/ui/icons/Icon.tsx'
import { usePermittedOf } from '../../src/app/ui/layout/Permitted.tsx'
import { NoDataCard } from '../../src/app/ui/record/NoDataCard.tsx'
import { usePortal, useTexts } from './portal-context.ts'
import { WatchingBanner } from './WatchingBanner.tsx'
import { useSelection } from '../../src/app/ui/list/use-selection.ts'
import { keyOf, SelectionContext, type Selected } from './people/selection.ts'
import { isSectionOf, routesOf, SECTIONS } from './sections.ts'
import { SectionsContext } from './sections-context.ts'
import { useSlips } from '../../src/app/micro-apps/slips/use-slips.ts'
import { SlipsPage } from '../../src/app/micro-apps/slips/SlipsPage.tsx'

/** The sections that the user may open, at the left or in a menu on a phone, and the page of the address. */
export function AdministrationApp() {
  const t = useTexts()
  const permitted = usePermittedOf()
  const { user } = usePortal()
  // The right to write to own classes is among the user's codes while the user teaches one.
  const holds = (code: PermissionCode) =>
    permitted(code) && (code !== 'message_classes' || user.permissions.includes(code))
  const open = SECTIONS.filter((section) => isSectionOf(user.unitType, section) && section.codes.some(holds))
  /** A teacher who may only write to the own classes sees no more than a page of messages. */
  const isMessagesAlone = !permitted('administration')
  const selection = useSelection<Selected>(keyOf)
  const { slips } = useSlips()
  useSearchKeys(open.map(({ path }) => ({ path: `/${path}`, name: t(`section.${path}`) })))
  const paths = open.map(({ path }) => path).join(' ')
  // oxlint-disable-next-line react/exhaustive-deps -- the same sections have the same routes
  const routes = useMemo(() => routesOf(open), [paths])

  // Before everything else: the passwords are shown this once.
  if (slips) return <SlipsPage slips={slips} />
  if (open.length === 0) {
    return (
      <div className="app-page">
        <NoDataCard title={t('nothingOpen.title')} hint={t('nothingOpen.hint')} />
      </div>
    )
  }
  return (
    <SelectionContext value={selection}>
      <div className="ad-frame" data-alone={isMessagesAlone || undefined}>
        {!isMessagesAlone && <Sections open={open} />}
        <div className="ad-content-column">
          {!isMessagesAlone && <WatchingBanner />}
          <SectionsContext value={SECTIONS}>
            <AppRoutes routes={routes} />
          </SectionsContext>
        </div>
      </div>
    </SelectionContext>
  )
}

function Sections({ open }: { open: typeof SECTIONS }) {
  const t = useTexts()
  const { pathname } = useLocation()
  const [expanded, setExpanded] = useState(false)
  const element = useRef<HTMLElement>(null)
  const current = open.find(({ path }) => pathname === `/${path}` || pathname.startsWith(`/${path}/`)) ?? open[0]

  useEffect(() => {
    if (!expanded) return undefined
    const ending = new AbortController()
    const { signal } = ending
    addEventListener(
      'pointerdown',
      ({ target }) => {
        if (!(target instanceof Node && element.current?.contains(target))) setExpanded(false)
      },
      { signal },
    )
    addEventListener('keydown', ({ key }) => key === 'Escape' && setExpanded(false), { signal })
    return () => ending.abort()
  }, [expanded])

  return (
    <nav ref={element} className="ad-sections" aria-label={t('sections')}>
      <button
        type="button"
        className="k-button ad-sections__menu"
        aria-expanded={expanded}
        onClick={() => setExpanded(!expanded)}
      >
        <Icon svg={List} />
        {t('menu')}
      </button>
      <ul className="ad-sections__list" data-expanded={expanded || undefined}>
        {open.map(({ path, glyph }) => (
          <li key={path}>
            <Link
              className="k-part ad-section-link"
              to={`/${path}`}
              aria-current={path === current?.path ? 'page' : undefined}
              onClick={() => setExpanded(false)}
            >
              <Icon svg={glyph} />
              {t(`section.${path}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
