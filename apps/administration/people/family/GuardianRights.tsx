import { useState } from 'react'
import { removeGuardian, restoreGuardian } from '../../../../contract/endpoints/people/guardians.ts'
import { saveGuardian, type GuardianOrigin, type Relative } from '../../../../contract/endpoints/people/people.ts'
import { deviceName } from '../../../../contract/rules/device-name.ts'
import { Button } from '../../../../src/app/ui/Button.tsx'
import { Input } from '../../../../src/app/ui/fields/Input.tsx'
import { Select } from '../../../../src/app/ui/fields/Select.tsx'
import { formatDateTime } from '../../../../src/app/ui/format/format.ts'
import { lateDialog } from '../../../../src/app/ui/late-part.tsx'
import { useLocale, useTexts } from '../../portal-context.ts'
import { useCall } from '../../../../src/app/core/api/call-context.ts'
import { useChange } from '../../../../src/app/core/query/use-change.ts'
import { relationOptions } from './RelationFields.tsx'

const UndoCodeDialog = lateDialog(() => import('./UndoCodeDialog.tsx'))

/** A guardian of a child, from either side. */
export interface GuardianPair extends Relative {
  readonly studentId: string
  readonly parentId: string
  /** Of the guardian, and of the child. */
  readonly name: string
  readonly child: string
}

/** What a guardian is to the child and may do, to be changed; where the access came from; and its end. */
export function GuardianRights({ pair }: { pair: GuardianPair }) {
  const t = useTexts()
  const call = useCall()
  const [undoes, setUndoes] = useState(false)
  const { studentId, parentId, relation, mayConsent, isEmergencyContact, version, origin, name, child } = pair
  const before = { studentId, parentId, relation, mayConsent, isEmergencyContact }
  const save = useChange(
    ({ changed }: { changed: Partial<typeof before>; before: typeof before }) =>
      call(saveGuardian, { ...before, ...changed, version }),
    {
      done: t('person.rights.saved'),
      failed: t('person.rights.failed'),
      undo: (saved, sent) => () => call(saveGuardian, { ...sent.before, ...saved }),
    },
  )
  const set = (changed: Partial<typeof before>) => save.mutate({ changed, before })
  const remove = useChange(removeGuardian, {
    done: t('family.removed', { name, child }),
    failed: t('family.notRemoved'),
    undo: (removed) => () => call(restoreGuardian, removed),
  })
  const check = (right: 'mayConsent' | 'isEmergencyContact', text: string, label: string) => (
    <label className="k-check">
      <Input
        type="checkbox"
        aria-label={label}
        checked={pair[right]}
        needsNetwork
        onChange={() => set({ [right]: !pair[right] })}
      />
      {text}
    </label>
  )
  const codeId = origin.code?.codeId
  return (
    <>
      <span className="ad-rights">
        <Select
          className="ad-rights__relation"
          aria-label={t('family.relationOf', { name, child })}
          value={relation ?? ''}
          needsNetwork
          options={relationOptions(t)}
          onChoose={(chosen) => set({ relation: chosen || null })}
        />
        {check('mayConsent', t('person.mayConsent'), t('person.rights.consent', { name }))}
        {check('isEmergencyContact', t('person.emergency'), t('person.rights.emergency', { name }))}
      </span>
      <Origin of={origin} />
      <div className="k-buttons">
        <Button
          needsNetwork
          aria-label={t('family.removeNamed', { name, child })}
          onClick={() => remove.mutate({ studentId, parentId })}
        >
          {t('family.remove')}
        </Button>
        {codeId !== undefined && (
          <Button
            kind="danger"
            needsNetwork
            aria-label={t('family.undoCodeNamed', { name })}
            onClick={() => setUndoes(true)}
          >
            {t('family.undoCode')}
          </Button>
        )}
      </div>
      {undoes && codeId !== undefined && (
        <UndoCodeDialog use={{ studentId, codeId }} child={child} onClose={() => setUndoes(false)} />
      )}
    </>
  )
}

/** Where a guardian's access came from, in sentences. */
function Origin({ of: { kind, at, by, file, code, mergedAt } }: { of: GuardianOrigin }) {
  const { t, personName, language } = useLocale()
  const moment = (when: string | null) => (when === null ? t('none') : formatDateTime(when, language))
  const used = code && {
    at: moment(code.at),
    address: code.address,
    device: deviceName(language, code.userAgent).trim(),
  }
  const lines = [
    kind === 'school' && t('family.origin.school', { at: moment(at), by: by ? personName(by) : t('none') }),
    kind === 'import' && t('family.origin.import', { at: moment(at), file: file ?? t('none') }),
    kind === 'unknown' && !code && t('family.origin.unknown'),
    kind === 'code' && !code && t('family.origin.code', { at: moment(at) }),
    code && used && t(`family.origin.${code.kind}`, used),
    mergedAt && t('family.origin.merged', { at: moment(mergedAt) }),
  ].filter((line) => typeof line === 'string')
  return (
    <p className="k-soft ad-family__origin">
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </p>
  )
}
