import type { UnitConfig } from '../../../../contract/endpoints/tenant.ts'
import { Footer } from '../../features/footer/Footer.tsx'
import { UnitAppearancePage } from '../../features/unit-appearance/UnitAppearancePage.tsx'

export default function UnitAppearanceSettings() {
  return <UnitAppearancePage Footer={ShownFooter} />
}

/** As users have it on the desktop, but for what its buttons do. */
function ShownFooter({ unit }: { unit: UnitConfig }) {
  return <Footer unit={unit} signedIn={false} onVersions={() => {}} />
}
