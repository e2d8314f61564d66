import * as z from 'zod/mini'
import { isWebAddress } from '../../../contract/rules/fields/web-address.ts'
import { Button } from '../../../src/app/ui/Button.tsx'
import { useTexts } from '../portal-context.ts'

const documentData = z.object({
  issuer: z.optional(z.string()),
  status: z.optional(z.number()),
  missing: z.optional(z.array(z.string())),
})
const refused = z.object({ failure: z.object({ envelope: z.object({ data: documentData }) }) })

/** What the discovery document of a refused provider says: another issuer, another HTTP status, or too little. */
export type NamedDocument = z.infer<typeof documentData>

/** Null for failures of another kind. */
export function namedDocument(error: unknown): NamedDocument | null {
  return refused.safeParse(error).data?.failure.envelope.data ?? null
}

/** Shows below a refused address what its document names, and takes the issuer over. */
export function DocumentNote({
  named: { issuer, status, missing },
  onTake,
}: {
  named: NamedDocument
  onTake: (address: string) => void
}) {
  const t = useTexts()
  if (issuer !== undefined)
    return (
      <div className="n-beside">
        <span>{t('signIn.providers.documentNames', { issuer })}</span>
        {isWebAddress(issuer) && <Button onClick={() => onTake(issuer)}>{t('signIn.providers.takeIssuer')}</Button>}
      </div>
    )
  if (status !== undefined) return <p className="ad-soft">{t('signIn.providers.documentStatus', { status })}</p>
  if (missing) return <p className="ad-soft">{t('signIn.providers.documentMissing', { names: missing.join(', ') })}</p>
  return null
}
