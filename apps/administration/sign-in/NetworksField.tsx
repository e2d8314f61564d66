import { ADMIN_NETWORKS_MAX } from '../../../contract/endpoints/sign-in/admin-access.ts'
import { isInNetwork } from './in-network.ts'
import { linesOf } from '../../../contract/rules/fields/web-address.ts'
import { Button } from '../../../src/app/ui/Button.tsx'
import { LinesField } from '../../../src/app/ui/fields/LinesField.tsx'
import type { FieldInput } from '../../../src/app/ui/form/use-form.ts'
import { useTexts } from '../portal-context.ts'

/** Of an IPv6 network with its prefix, and a line break. */
const LINE_LENGTH = 44

/** Networks, one in each line, with the reader's own address, which a button adds where none of them has it. */
export function NetworksField({
  field,
  typed,
  address,
  label,
  hint,
  describe,
  onChange,
}: {
  field: FieldInput
  typed: string
  /** The reader's own, as the server sees it. */
  address: string
  label: string
  hint: string
  /** A sentence about the own address. */
  describe: (isInside: boolean) => string
  onChange: (typed: string) => void
}) {
  const t = useTexts()
  const listed = linesOf(typed)
  const isInside = listed.some((network) => isInNetwork(address, network))
  return (
    <>
      <LinesField
        autoComplete="off"
        {...field}
        label={label}
        hint={hint}
        maxLength={ADMIN_NETWORKS_MAX * LINE_LENGTH}
        inputMode="url"
        placeholder="203.0.113.0/24"
      />
      <div className="n-beside">
        <p role="status">{describe(isInside)}</p>
        {!isInside && (
          <Button onClick={() => onChange([...listed, address].join('\n'))}>{t('signIn.protection.addAddress')}</Button>
        )}
      </div>
    </>
  )
}
