import englishFace from '../../locales/en/face.json'
import englishStation from '../../locales/en/station.json'
import face from '../../locales/zh-CN/face.json'
import station from '../../locales/zh-CN/station.json'
import type { OutsidePage } from '../outside/start-outside.tsx'
import { StationEntry } from './StationEntry.tsx'

/** The page of a station. */
export default {
  chinese: { face, station },
  english: { face: englishFace, station: englishStation },
  draw({ signOut, startServiceWorker }) {
    // Needed for opening the page offline.
    const updates = startServiceWorker()
    // A station has no user to ask. Waiting captures are stored, and the page is back in a second.
    const agree = () => {
      if (updates.state.current === 'ready') updates.accept()
    }
    updates.state.subscribe(agree)
    agree()
    return <StationEntry signOut={signOut} />
  },
} satisfies OutsidePage
