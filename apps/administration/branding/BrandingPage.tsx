import { Loaded } from '../../../src/app/ui/feedback/Loaded.tsx'
import { useEndpoint } from '../../../src/app/micro-apps/use-endpoint.ts'
import * as branding from '../../../contract/endpoints/units/branding.ts'
import { PageHead } from '../../../src/app/ui/record/PageHead.tsx'
import { useTexts } from '../portal-context.ts'
import { BrandingForm } from './BrandingForm.tsx'
import { BrandingHistory } from './BrandingHistory.tsx'

/** How the unit presents itself to everyone: a draft with its preview, and what was published. */
export default function BrandingPage() {
  const t = useTexts()
  const query = useEndpoint(branding.read, {})
  return (
    <>
      <PageHead title={t('section.branding')} hint={t('branding.hint')} />
      <Loaded query={query} lines={12}>
        {(state) => (
          <>
            <BrandingForm state={state} />
            <BrandingHistory state={state} />
          </>
        )}
      </Loaded>
    </>
  )
}
