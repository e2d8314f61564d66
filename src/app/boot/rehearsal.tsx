import { startTransition, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import type { Icon, IconGroups } from '../../../contract/endpoints/desktop.ts'
import type { UnitConfig } from '../../../contract/endpoints/tenant.ts'
import { blankIcon } from '../../../contract/rules/blank-icon.ts'
import { layoutFor } from '../core/api/device.ts'
import { Groups } from '../features/desktop/Groups.tsx'
import { language } from '../core/language/language.ts'
import { documentUnit } from '../core/tenant/unit.ts'
import { untilIdle } from '../core/timing/until-idle.ts'
import { Header } from '../frame/header/Header.tsx'
import { isPhone } from '../frame/header/header-room.ts'
import { PhoneBar } from '../frame/header/PhoneBar.tsx'
import { useHeaderTools } from '../frame/header/use-header-tools.tsx'
import { menuContent } from '../frame/menu/menu-choice.ts'

/** Enough for every kind of icon to come up more than once. */
const ICONS = 12
/** After so many milliseconds it is over in any case. */
const LONGEST = 3000

/**
 * Draws a desktop that nobody sees, once, while somebody types: the browser has then compiled and laid out all of it before, which takes a
 * tenth off the way from the press to the real one (docs/decisions/0011). Never rejects; what goes wrong here goes wrong nowhere else.
 */
export async function rehearse(): Promise<void> {
  const unit = documentUnit()
  await untilIdle()
  // Somebody may have been faster.
  if (!unit || document.documentElement.dataset['page'] !== 'login') return
  const stage = document.createElement('div')
  stage.inert = true
  stage.ariaHidden = 'true'
  stage.style.cssText = 'position: fixed; inset: 0; z-index: -1; visibility: hidden; contain: strict'
  document.body.append(stage)
  let unmount = (): void => {}
  await new Promise<void>((resolve) => {
    const end = (): void => resolve()
    const root = createRoot(stage, { identifierPrefix: 'rehearsal', onUncaughtError: end })
    unmount = () => root.unmount()
    // As a transition, so that typing goes first; to the end of a frame, so that it is laid out too.
    startTransition(() =>
      root.render(<Scene unit={unit} onDrawn={() => requestAnimationFrame(() => setTimeout(end))} />),
    )
    setTimeout(end, LONGEST)
  })
  unmount()
  stage.remove()
}

function Scene({ unit, onDrawn }: { unit: UnitConfig; onDrawn: () => void }) {
  useEffect(onDrawn)
  return (
    <BrowserRouter>
      <SamplePage unit={unit} />
    </BrowserRouter>
  )
}

function SamplePage({ unit }: { unit: UnitConfig }) {
  const name = unit.unitName.slice(0, 3)
  const width = window.innerWidth
  const picture = `/api/storage/show/unit/${unit.unitId}`
  const iconVMs = Array.from({ length: ICONS }, (_, at) => sampleIcon(at, name, picture))
  const icons: IconGroups = [{ code: 'ZDYYYFL-CYYY', iconVMs }]
  const person = { userId: 'rehearsal', userType: 2, realName: name, userImgPath: null, sex: null } as const
  const user = { ...unit, ...person, unitImgPath: picture }
  const tools = useHeaderTools({ user, place: 'desktop', linkedAccounts: [] })
  return (
    <div className="s-page" data-layout={layoutFor(width)}>
      <Header user={user} menu={menuContent(user, icons)} tools={tools} />
      <div className="s-body">
        <main className="s-main">
          <Groups
            name={name}
            icons={icons}
            unread={[{ code: 'sample-0', num: 1 }]}
            language={language.current}
            pathOf={() => '/'}
          />
        </main>
        <div className="s-aside" />
      </div>
      {isPhone(width) && (
        <PhoneBar place="desktop" name={name} portrait={{ picture: null, sex: null }} tools={tools} onGo={() => {}} />
      )}
    </div>
  )
}

function sampleIcon(at: number, name: string, imgPath: string): Icon {
  // Every other one leads to another site, as far as its looks go.
  const menuRoute = at % 2 === 0 ? '' : 'https://localhost/'
  return blankIcon(`sample-${at}`, { name, shortName: name, englishShortName: 'Sample', imgPath, menuRoute })
}
