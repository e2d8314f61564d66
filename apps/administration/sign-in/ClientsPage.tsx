import { ClientsCard } from './ClientsCard.tsx'
import { SignInFrame } from './SignInFrame.tsx'

/** Third-party applications that sign people in by the portal, or call it by themselves. */
export default function ClientsPage() {
  return <SignInFrame part="clients">{(settings) => <ClientsCard settings={settings} />}</SignInFrame>
}
