import './sign-in-admin.css'
import type { ReactNode } from 'react'
import * as signInAdmin from '../../../contract/endpoints/sign-in/sign-in-admin.ts'
import { isOperatorsUnit } from '../../../contract/fields.ts'
import { Loaded } from '../../../src/app/ui/feedback/Loaded.tsx'
import { useEndpoint } from '../../../src/app/micro-apps/use-endpoint.ts'
import { usePermitted } from '../../../src/app/ui/layout/Permitted.tsx'
import { usePortal, useTexts } from '../portal-context.ts'
import { PageHead } from '../../../src/app/ui/record/PageHead.tsx'
import { PartLinks } from '../../../src/app/ui/record/PartLinks.tsx'

const WAITING_MAIL_INTERVAL = 10_000
const PARTS = ['passwords', 'methods', 'clients', 'protection'] as const
type Part = (typeof PARTS)[number]
/** Operators sign in by password, passkey and code alone. */
const OPERATORS_PARTS: readonly Part[] = ['passwords', 'protection']

/** A page of the settings of sign-in, with links to the others; `besides` is what those see who may only help. */
export function SignInFrame({
  part,
  besides = null,
  children,
}: {
  part: Part
  besides?: ReactNode
  children: (settings: signInAdmin.SignInSettings) => ReactNode
}) {
  const t = useTexts()
  const { user } = usePortal()
  const maySet = usePermitted('base_unit')
  const query = useEndpoint(signInAdmin.settings, maySet ? {} : null, {
    // Mail that is being tried may arrive meanwhile.
    every: (settings) => (settings?.undelivered?.waiting ? WAITING_MAIL_INTERVAL : false),
  })

  return (
    <div className="ad-settings">
      <PageHead title={t('section.sign-in')} hint={t(maySet ? `signIn.parts.${part}.hint` : 'signIn.helpHint')} />
      {maySet && (
        <PartLinks
          label={t('signIn.parts.label')}
          base="/sign-in"
          parts={isOperatorsUnit(user.unitType) ? OPERATORS_PARTS : PARTS}
          current={part}
          text={(one) => t(`signIn.parts.${one}.title`)}
        />
      )}
      {maySet && (
        <Loaded query={query} lines={10}>
          {children}
        </Loaded>
      )}
      {besides}
    </div>
  )
}
