import User from '@phosphor-icons/core/regular/user-gear.svg?react'
import { useState } from 'react'
import * as operatorsEndpoints from '../../../contract/endpoints/units/operators.ts'
import type { GivenPassword, Operator } from '../../../contract/endpoints/units/operators.ts'
import { setupAccount } from '../../../contract/endpoints/units/setup.ts'
import { useCall } from '../../../src/app/core/api/call-context.ts'
import { useChange } from '../../../src/app/core/query/use-change.ts'
import { Loaded } from '../../../src/app/ui/feedback/Loaded.tsx'
import { useForm } from '../../../src/app/ui/form/use-form.ts'
import { useEndpoint } from '../../../src/app/micro-apps/use-endpoint.ts'
import { Button } from '../../../src/app/ui/Button.tsx'
import { ConfirmDialog } from '../../../src/app/ui/dialog/ConfirmDialog.tsx'
import { Dialog, NARROW_DIALOG } from '../../../src/app/ui/dialog/Dialog.tsx'
import { CopyText } from '../../../src/app/ui/fields/CopyText.tsx'
import { TextField } from '../../../src/app/ui/fields/TextField.tsx'
import { FormDialog } from '../../../src/app/ui/form/FormDialog.tsx'
import { TimeAgo } from '../../../src/app/ui/format/TimeAgo.tsx'
import { CardRow, Tag } from '../../../src/app/ui/layout/CardRow.tsx'
import { useLocale, useTexts } from '../portal-context.ts'
import { PageHead } from '../../../src/app/ui/record/PageHead.tsx'

interface Asked {
  readonly kind: 'reset' | 'close' | 'open'
  readonly operator: Operator
}

/** The operators of the installation: added, closed, and given a new password by one another. */
export default function OperatorsPage() {
  const { t, personName } = useLocale()
  const call = useCall()
  const query = useEndpoint(operatorsEndpoints.list, {})
  const [asked, setAsked] = useState<Asked | 'add' | null>(null)
  const forget = () => setAsked(null)

  const add = useChange(operatorsEndpoints.add)
  const reset = useChange(operatorsEndpoints.reset)
  const turn = useChange(
    ({ kind, operator: { userId } }: { kind: 'close' | 'open'; operator: Operator }) =>
      call(kind === 'close' ? operatorsEndpoints.close : operatorsEndpoints.open, { userId }),
    { done: (_, { kind, operator }) => t(`operators.${kind}.done`, { name: personName(operator) }) },
  )

  const given = add.data ?? reset.data
  const changeBy = ({ kind, operator }: Asked): Promise<unknown> =>
    kind === 'reset' ? reset.mutateAsync({ userId: operator.userId }) : turn.mutateAsync({ kind, operator })

  return (
    <>
      <PageHead title={t('section.operators')} hint={t('operators.hint')}>
        <Button kind="primary" data-action="add-operator" needsNetwork onClick={() => setAsked('add')}>
          {t('operators.add.action')}
        </Button>
      </PageHead>
      <Loaded query={query} lines={4}>
        {(operators) => (
          <ul className="app-card ad-operators" aria-label={t('section.operators')}>
            {operators.map((operator) => (
              <OperatorRow key={operator.userId} operator={operator} onAsk={(kind) => setAsked({ kind, operator })} />
            ))}
          </ul>
        )}
      </Loaded>
      {asked === 'add' && (
        <AddDialog
          onClose={forget}
          onAdd={async (account) => {
            await add.mutateAsync(account)
            forget()
          }}
        />
      )}
      {asked && asked !== 'add' && (
        <ConfirmDialog
          question={t(`operators.${asked.kind}.question`, { name: personName(asked.operator) })}
          hint={t(`operators.${asked.kind}.hint`)}
          action={t(`operators.${asked.kind}.action`)}
          kind={asked.kind === 'close' ? 'danger' : 'primary'}
          onClose={forget}
          change={() => changeBy(asked)}
        />
      )}
      {given && (
        <GivenDialog
          given={given}
          onClose={() => {
            add.reset()
            reset.reset()
          }}
        />
      )}
    </>
  )
}

function OperatorRow({ operator, onAsk }: { operator: Operator; onAsk: (kind: 'reset' | 'close' | 'open') => void }) {
  const { t, personName } = useLocale()
  const name = personName(operator)
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
  const form = useForm({
    schema: setupAccount,
    values: { loginName: '', name: '', englishName: '' },
    submit: onAdd,
  })
  return (
    <FormDialog title={t('operators.add.title')} form={form} action={t('operators.add.action')} onClose={onClose}>
      <TextField {...form.field('name')} label={t('column.name')} />
      <TextField {...form.field('englishName')} label={t('operators.englishName')} />
      <TextField
        {...form.field('loginName')}
        label={t('column.loginName')}
        hint={t('operators.add.hint')}
        autoCapitalize="none"
      />
    </FormDialog>
  )
}

/** The password is shown this once. */
function GivenDialog({ given, onClose }: { given: GivenPassword; onClose: () => void }) {
  const t = useTexts()
  return (
    <Dialog title={t('action.firstPassword')} width={NARROW_DIALOG} onClose={onClose} done={t('action.done')}>
      <div className="k-stack">
        <p>{t('operators.given.hint', { address: location.origin })}</p>
        <CopyText label={t('column.loginName')} text={given.loginName} />
        <CopyText label={t('action.firstPassword')} text={given.password} />
      </div>
    </Dialog>
  )
}
