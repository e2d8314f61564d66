import User from '@phosphor-icons/core/regular/user-gear.svg?react'
import { useState } from 'react'
import * as operatorsEndpoints from '../../../contract/endpoints/units/operators.ts'
import type { GivenPassword, Operator } from '../../../contract/endpoints/units/operators.ts'
import { PERSON_NAME_LENGTH, setupAccount } from '../../../contract/endpoints/units/setup.ts'
import { LOGIN_NAME_LENGTH } from '../../../contract/limits.ts'
import { useEndpoint } from '../../../src/app/micro-apps/use-endpoint.ts'
import { Button } from '../../../src/app/ui/Button.tsx'
import { ConfirmDialog } from '../../../src/app/ui/dialog/ConfirmDialog.tsx'
import { Dialog, NARROW_DIALOG } from '../../../src/app/ui/dialog/Dialog.tsx'
import { CopyText } from '../../../src/app/ui/fields/CopyText.tsx'
import { TextField } from '../../../src/app/ui/fields/TextField.tsx'
import { FormDialog } from '../../../src/app/ui/form/FormDialog.tsx'
import { TimeAgo } from '../../../src/app/ui/format/TimeAgo.tsx'
import { CardRow, Tag } from '../../../src/app/ui/layout/CardRow.tsx'
import { Loaded } from '../Loaded.tsx'
import { PageHead } from '../../../src/app/ui/record/PageHead.tsx'
import { personName, useLanguage, usePortal, useTexts } from '../portal-context.ts'
import { useAdministrationForm, useSend } from '../use-change.ts'

type Asked =
  | { readonly kind: 'add' }
  | { readonly kind: 'reset' | 'close' | 'open'; readonly operator: Operator }
  | { readonly kind: 'given'; readonly given: GivenPassword }

/** The operators of the installation: added, closed, and given a new password by one another. */
export default function OperatorsPage() {
  const t = useTexts()
  const language = useLanguage()
  const portal = usePortal()
  const send = useSend()
  const query = useEndpoint(operatorsEndpoints.list, {})
  const [asked, setAsked] = useState<Asked | null>(null)
  const forget = () => setAsked(null)

  const confirmed = async (kind: 'reset' | 'close' | 'open', operator: Operator) => {
    const { userId } = operator
    if (kind === 'reset') {
      setAsked({ kind: 'given', given: await send(operatorsEndpoints.reset, { userId }) })
      return
    }
    await send(kind === 'close' ? operatorsEndpoints.close : operatorsEndpoints.open, { userId })
    forget()
    portal.notify('success', t(`operators.${kind}.done`, { name: personName(operator, language) }))
  }

  return (
    <>
      <PageHead title={t('section.operators')} hint={t('operators.hint')}>
        <Button kind="primary" data-action="add-operator" needsNetwork onClick={() => setAsked({ kind: 'add' })}>
          {t('operators.add.action')}
        </Button>
      </PageHead>
      <Loaded query={query} lines={4}>
        {(operators) => (
          <ul className="app-card ad-operators">
            {operators.map((operator) => (
              <OperatorRow key={operator.userId} operator={operator} onAsk={(kind) => setAsked({ kind, operator })} />
            ))}
          </ul>
        )}
      </Loaded>
      {asked?.kind === 'add' && (
        <AddDialog
          onClose={forget}
          onAdd={async (account) => setAsked({ kind: 'given', given: await send(operatorsEndpoints.add, account) })}
        />
      )}
      {(asked?.kind === 'reset' || asked?.kind === 'close' || asked?.kind === 'open') && (
        <ConfirmDialog
          question={t(`operators.${asked.kind}.question`, { name: personName(asked.operator, language) })}
          hint={t(`operators.${asked.kind}.hint`)}
          action={t(`operators.${asked.kind}.action`)}
          kind={asked.kind === 'close' ? 'danger' : 'primary'}
          onClose={forget}
          onConfirm={() => confirmed(asked.kind, asked.operator)}
        />
      )}
      {asked?.kind === 'given' && <GivenDialog given={asked.given} onClose={forget} />}
    </>
  )
}

function OperatorRow({ operator, onAsk }: { operator: Operator; onAsk: (kind: 'reset' | 'close' | 'open') => void }) {
  const t = useTexts()
  const language = useLanguage()
  const name = personName(operator, language)
  const action = (kind: 'reset' | 'close' | 'open') => (
    <Button kind="quiet" needsNetwork aria-label={t(`operators.${kind}.named`, { name })} onClick={() => onAsk(kind)}>
      {t(`operators.${kind}.action`)}
    </Button>
  )
  return (
    <CardRow
      glyph={User}
      title={
        <>
          {name}
          {operator.own && <Tag>{t('operators.own')}</Tag>}
          {!operator.open && <Tag kind="warning">{t('operators.closed')}</Tag>}
          {operator.open && !operator.secondStep && <Tag kind="warning">{t('operators.noSecondStep')}</Tag>}
        </>
      }
      facts={
        <>
          <span>{operator.loginName}</span>
          <span>
            {operator.lastSignIn === null ? (
              t('operators.never')
            ) : (
              <>
                {t('operators.lastSignIn')}
                {t('colon')}
                <TimeAgo at={operator.lastSignIn} />
              </>
            )}
          </span>
        </>
      }
    >
      {!operator.own && (
        <span className="ad-operators__actions">
          {operator.open ? (
            <>
              {action('reset')}
              {action('close')}
            </>
          ) : (
            action('open')
          )}
        </span>
      )}
    </CardRow>
  )
}

function AddDialog({
  onAdd,
  onClose,
}: {
  onAdd: (account: { loginName: string; name: string; englishName: string }) => Promise<void>
  onClose: () => void
}) {
  const t = useTexts()
  const form = useAdministrationForm({
    schema: setupAccount,
    values: { loginName: '', name: '', englishName: '' },
    submit: onAdd,
  })
  return (
    <FormDialog
      title={t('operators.add.title')}
      form={form}
      action={t('operators.add.action')}
      offline={t('offline.form')}
      onClose={onClose}
    >
      <TextField
        {...form.field('name')}
        label={t('operators.name')}
        maxLength={PERSON_NAME_LENGTH}
        autoComplete="off"
      />
      <TextField
        {...form.field('englishName')}
        label={t('operators.englishName')}
        maxLength={PERSON_NAME_LENGTH}
        autoComplete="off"
      />
      <TextField
        {...form.field('loginName')}
        label={t('operators.loginName')}
        hint={t('operators.add.hint')}
        maxLength={LOGIN_NAME_LENGTH}
        autoComplete="off"
        autoCapitalize="none"
      />
    </FormDialog>
  )
}

/** The password is shown this once. */
function GivenDialog({ given, onClose }: { given: GivenPassword; onClose: () => void }) {
  const t = useTexts()
  return (
    <Dialog
      open
      title={t('operators.given.title')}
      width={NARROW_DIALOG}
      onClose={onClose}
      footer={
        <Button kind="primary" onClick={onClose}>
          {t('operators.given.close')}
        </Button>
      }
    >
      <div className="k-stack">
        <p>{t('operators.given.hint', { address: location.origin })}</p>
        <CopyText label={t('operators.loginName')} text={given.loginName} />
        <CopyText label={t('operators.given.password')} text={given.password} />
      </div>
    </Dialog>
  )
}
