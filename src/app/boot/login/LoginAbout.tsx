import { QueryClientProvider } from '@tanstack/react-query'
import { addTexts } from '../../core/language/i18n.ts'
import { queryClient } from '../../core/query/query-client.ts'
import AboutDialog from '../../features/versions/AboutDialog.tsx'
import type { Deployed } from '../../features/versions/package-facts.ts'
import english from '../../locales/en/versions.json'
import { WithTexts } from './WithTexts.tsx'

// AboutDialog has the Chinese texts.
addTexts('en', 'versions', english)

/** The versions on the login page: what anybody may read of them. */
export default function LoginAbout({
  deployed,
  onClose,
}: {
  deployed: Deployed
  onClose: () => void
  /** Called where this code does not arrive. */
  onMissing: () => void
}) {
  return (
    <WithTexts>
      <QueryClientProvider client={queryClient}>
        <AboutDialog unitId={null} deployed={deployed} onClose={onClose} />
      </QueryClientProvider>
    </WithTexts>
  )
}
