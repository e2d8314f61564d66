import { Component, type ReactNode } from 'react'
import { i18n } from '../core/language/i18n.ts'
import { language } from '../core/language/language.ts'
import { signInTexts } from '../core/session/login-texts.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'

/** Catches rendering errors of a page, and offers to reload it. */
export class Crash extends Component<{ children: ReactNode }, { crashed: boolean }> {
  override state = { crashed: false }

  static getDerivedStateFromError(): { crashed: boolean } {
    return { crashed: true }
  }

  override render(): ReactNode {
    if (!this.state.crashed) return this.props.children
    return (
      <main>
        <EmptyState
          title={i18n.t('shell:crashedTitle')}
          hint={signInTexts(language.current).failures.unexpected}
          action={
            <Button kind="primary" onClick={() => location.reload()}>
              {i18n.t('shell:reload')}
            </Button>
          }
        />
      </main>
    )
  }
}
