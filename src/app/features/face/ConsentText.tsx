import type { Language } from '../../../../contract/envelope.ts'
import { faceConsentTexts } from '../../../../contract/face-consent.ts'

/** What is agreed to, before anything of a face is kept. */
export function ConsentText({ language }: { language: Language }) {
  return (
    <ul className="face-consent">
      {faceConsentTexts[language].map((paragraph) => (
        <li key={paragraph}>{paragraph}</li>
      ))}
    </ul>
  )
}
