import * as voiceSettings from '../../../contract/endpoints/voice-settings.ts'
import { Loaded } from '../../../src/app/ui/feedback/Loaded.tsx'
import { useEndpoint } from '../../../src/app/micro-apps/use-endpoint.ts'
import { SettingsFrame } from './SettingsFrame.tsx'
import { SpeechServiceForm } from './SpeechServiceForm.tsx'
import { VocabularyCard } from './VocabularyCard.tsx'

/** The voice assistant: what may be said and what it opens, and the service that recognises speech. */
export default function VoicePage() {
  const service = useEndpoint(voiceSettings.readService, {})
  const words = useEndpoint(voiceSettings.vocabulary, {})
  return (
    <SettingsFrame part="voice">
      <Loaded query={words}>{(known) => <VocabularyCard known={known} />}</Loaded>
      <Loaded query={service}>{(settings) => <SpeechServiceForm settings={settings} />}</Loaded>
    </SettingsFrame>
  )
}
