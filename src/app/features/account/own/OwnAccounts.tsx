import Swap from '@phosphor-icons/core/regular/swap.svg?react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TEACHER } from '../../../../../contract/fields.ts'
import { linkedAccounts } from '../../../../../contract/endpoints/family/family.ts'
import { createTeacherCode, unlinkParent } from '../../../../../contract/endpoints/family/own-accounts.ts'
import type { SessionUser } from '../../../../../contract/endpoints/sign-in/session.ts'
import { call } from '../../../core/api/call.ts'
import { useLanguage } from '../../../core/language/use-language.ts'
import { renew } from '../../../core/query/query-client.ts'
import { personName } from '../../../micro-apps/names.ts'
import { Button } from '../../../ui/Button.tsx'
import { CardRow } from '../../../ui/layout/CardRow.tsx'
import { Card } from '../../../ui/record/Card.tsx'
import { renewAccount } from '../account-query.ts'
import { ConfirmDialog } from '../ConfirmDialog.tsx'
import { Loaded } from '../../../ui/feedback/Loaded.tsx'
import { MakeCodeDialog } from '../schools/LinkDialogs.tsx'
import { useFocusWhen } from '../use-focus-when.ts'
import { EnterTeacherCode } from './EnterTeacherCode.tsx'

/** The teacher and the parent account of one person: linked by a code that the parent account makes and the teacher account takes. */
export function OwnAccounts({ user: { userId, userType } }: { user: Pick<SessionUser, 'userId' | 'userType'> }) {
  const { t } = useTranslation('account')
  const language = useLanguage()
  const query = useQuery({
    queryKey: [linkedAccounts.name, 'own', userId],
    queryFn: ({ signal }) => call(linkedAccounts, {}, { signal }),
  })
  const [doing, setDoing] = useState<'code' | 'remove' | null>(null)
  const [heading, focusHeading] = useFocusWhen<HTMLHeadingElement>(doing === null)
  const isTeacher = userType === TEACHER
  const [pair] = query.data ?? []
  const other = pair && {
    name: personName(
      isTeacher
        ? { realName: pair.parentName, englishName: pair.parentEnglishName }
        : { realName: pair.teacherName, englishName: pair.teacherEnglishName },
      language,
    ),
    role: t(isTeacher ? 'own.parent' : 'own.teacher'),
  }

  /** The header offers another account, or none any more. */
  const changed = async () => {
    await Promise.all([renew(linkedAccounts), renewAccount()])
    focusHeading()
  }
  const close = () => {
    // The code may have been used meanwhile.
    if (doing === 'code' && !isTeacher) void renew(linkedAccounts)
    setDoing(null)
  }
  const question = other && {
    question: t('own.removeQuestion', { name: other.name }),
    hint: t('own.removeHint'),
    action: t('schools.remove'),
    async confirm() {
      await call(unlinkParent, {})
      await changed()
      close()
      return t('own.removed')
    },
  }

  return (
    <Card
      className="a-card"
      id="account-own"
      title={t('own.title')}
      heading={heading}
      action={
        query.isSuccess &&
        !other && (
          <Button needsNetwork onClick={() => setDoing('code')}>
            {t(isTeacher ? 'schools.enter' : 'schools.code')}
          </Button>
        )
      }
    >
      {!other && <p className="k-note">{t(isTeacher ? 'own.teacherHint' : 'own.parentHint')}</p>}
      <Loaded query={query} lines={2} />
      <ul className="k-rows" hidden={!other}>
        {other && (
          <CardRow glyph={Swap} title={other.name} facts={<span>{other.role}</span>}>
            <Button
              aria-label={t('own.removeOf', { name: other.name })}
              needsNetwork
              onClick={() => setDoing('remove')}
            >
              {t('schools.remove')}
            </Button>
          </CardRow>
        )}
      </ul>
      {doing === 'code' && isTeacher && <EnterTeacherCode onLinked={changed} onClose={close} />}
      {doing === 'code' && !isTeacher && (
        <MakeCodeDialog create={createTeacherCode} hint={t('own.codeHint')} onClose={close} />
      )}
      <ConfirmDialog asked={doing === 'remove' ? (question ?? null) : null} onClose={close} />
    </Card>
  )
}
