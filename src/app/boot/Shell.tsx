import '../ui/controls.css'
import '../frame/shell.css'
import '../features/theme/wallpaper.css'
import { useLayoutEffect, useState } from 'react'
import { BrowserRouter } from 'react-router-dom'
import { signOut } from '../core/session/sign-out.ts'
import { Notices } from '../ui/feedback/Notices.tsx'
import { Crash } from '../frame/Crash.tsx'
import { Frame } from '../frame/Frame.tsx'
import { leaveSnapshot } from './desktop-snapshot.ts'
import { preparePortal } from './portal-start.ts'
import { startServiceWorker } from './service-worker/start-service-worker.ts'
import { UpdatePrompt } from './service-worker/UpdatePrompt.tsx'

/** Makes ready what the first frame shows; see preparePortal. */
export const prepareShell: typeof preparePortal = preparePortal

/** What the page of a station, which is none of the portal's frame, takes from here: a module that two pages fetch would be a file of its own. */
export const stationDeps = { Crash, signOut, startServiceWorker }

/** The portal behind the login: one frame around every page. */
export function Shell() {
  useLayoutEffect(leaveSnapshot, [])
  const [updates] = useState(startServiceWorker)
  return (
    <Crash>
      <BrowserRouter>
        <Frame />
      </BrowserRouter>
      <Notices />
      <UpdatePrompt offer={updates} />
    </Crash>
  )
}
