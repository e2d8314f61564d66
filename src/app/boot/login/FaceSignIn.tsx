import { useState } from 'react'
import { useLanguage } from '../../core/language/use-language.ts'
import { signInTexts } from '../../core/session/login-texts.ts'
import type { FaceMethodProps } from '../../features/login/LoginPage.tsx'
import { lateDialog } from '../../ui/late-part.tsx'
import type { Keeping } from '../../core/session/session.ts'

// Loaded together with the shell, which has the styles of dialogs and fields and is needed after the sign-in anyway.
const Panel = lateDialog(async () => (await Promise.all([import('./FaceSignInPanel.tsx'), import('../Shell.tsx')]))[0])

export default function FaceSignIn({ disabled, keeping, onBegin }: FaceMethodProps) {
  const language = useLanguage()
  const [open, setOpen] = useState<Keeping | null>(null)
  return (
    <>
      <button
        type="button"
        className="l-passkey l-face"
        disabled={disabled}
        onClick={() => {
          onBegin()
          setOpen(keeping())
        }}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M4 8V5a1 1 0 0 1 1-1h3M16 4h3a1 1 0 0 1 1 1v3M20 16v3a1 1 0 0 1-1 1h-3M8 20H5a1 1 0 0 1-1-1v-3" />
          <circle cx="12" cy="10.5" r="2.6" />
          <path d="M7.8 16.6a4.6 4.6 0 0 1 8.4 0" />
        </svg>
        {signInTexts(language).face}
      </button>
      {open !== null && <Panel keeping={open} onClose={() => setOpen(null)} />}
    </>
  )
}
