import { HandInPage } from '../collections/HandInPage.tsx'
import { HandInsPage } from '../collections/HandInsPage.tsx'
import { PlaceNav } from './PlaceNav.tsx'
import type { Place } from './places.ts'
import { SharedFolderPage } from './SharedFolderPage.tsx'
import { SharedPage } from './SharedPage.tsx'

/** A page beside the caller's own folders. */
export default function PlacePage({ place: { page, id } }: { place: Place }) {
  return (
    <div className="app-page">
      <PlaceNav page={page} />
      {page === 'shared' ? (
        id === null ? (
          <SharedPage />
        ) : (
          <SharedFolderPage key={id} folderId={id} />
        )
      ) : id === null ? (
        <HandInsPage />
      ) : (
        <HandInPage key={id} id={id} />
      )}
    </div>
  )
}
