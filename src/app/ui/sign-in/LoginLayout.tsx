import type { ReactNode } from 'react'
import type { UnitConfig } from '../../../../contract/endpoints/units/tenant.ts'
import type { SignInTexts } from '../../core/session/login-texts.ts'

/** The login page without what it does: the card with its title, the unit's names on their picture, and the footer. */
export function LoginLayout({
  texts,
  unit,
  logo = `/api/storage/show/unit/${unit.unitId}`,
  motto,
  footer,
  scene,
  onVersions,
  versionsFailed = '',
  children,
}: {
  texts: Pick<SignInTexts, 'title' | 'versions'>
  unit: Pick<UnitConfig, 'unitId' | 'unitName' | 'unitEnName'>
  /** The address of another logo than the unit's. */
  logo?: string
  /** The unit's own line below its name; '' without one. */
  motto: string
  /** HTML from `footerHtml`, as the delivered document has it. */
  footer: string
  /** The picture beside the form. It is no part of the delivered document, and fades in. */
  scene: ReactNode
  /** Undefined before there is a script that could open them: there is no button then. */
  onVersions: (() => void) | undefined
  /** Why they did not open; '' while nothing failed. */
  versionsFailed?: string
  children: ReactNode
}) {
  return (
    <div className="l-page">
      <main className="l-main">
        <section className="l-card" role="dialog" aria-labelledby="login-title">
          <h1 className="l-title" id="login-title" data-t="title">
            {texts.title}
          </h1>
          {children}
        </section>
      </main>
      <header className="l-scene">
        <div className="l-brand">
          {/* Lazy: every delivered document has it, and most never show it. */}
          <img className="l-logo" src={logo} alt="" width="56" height="56" loading="lazy" />
          <div>
            <p className="l-unit" lang="zh-CN">
              {unit.unitName}
            </p>
            <p className="l-unit-en" lang="en">
              {unit.unitEnName}
            </p>
            <p className="l-motto">{motto}</p>
          </div>
        </div>
        {scene}
      </header>
      <footer className="l-foot">
        {/* The delivered text may be in the other language, or of last year. */}
        <div className="l-footer" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: footer }} />
        {/* Always there, so that nothing moves when the button appears. */}
        <p className="l-versions">
          {onVersions && (
            <button type="button" aria-haspopup="dialog" onClick={onVersions}>
              {texts.versions}
            </button>
          )}
        </p>
        {versionsFailed && (
          <p className="l-error" role="alert">
            {versionsFailed}
          </p>
        )}
      </footer>
    </div>
  )
}
