import type { ResponseOf } from '../../../contract/endpoint.ts'
import type { mine } from '../../../contract/endpoints/attendance.ts'
import { describeWeekdays } from '../dates.ts'
import { nameIn } from '../name-in.ts'
import { useLanguage, useTexts } from '../portal-context.ts'

type Rule = NonNullable<ResponseOf<typeof mine>['rule']>

/** The rule for a person, as a sentence. */
export function RuleCard({ rule, kind }: { rule: Rule | null; kind: 'pupil' | 'staff' }) {
  const t = useTexts()
  const language = useLanguage()
  return (
    <section className="at-card at-card--padded" aria-labelledby="at-rule-title">
      <h2 id="at-rule-title">{rule ? nameIn(rule, language) : t('rule.title')}</h2>
      {rule ? (
        <p className="at-rule">
          {[
            t('rule.in', { days: describeWeekdays(rule.weekdays, language), time: rule.inBy }),
            rule.inTolerance > 0 && t('rule.inTolerance', { count: rule.inTolerance }),
            t('rule.out', { time: rule.outFrom }),
            rule.outTolerance > 0 && t('rule.outTolerance', { count: rule.outTolerance }),
          ]
            .filter((part) => part !== false)
            .join(t('gap'))}
          {t('stop')}
        </p>
      ) : (
        <p className="at-soft">{t(kind === 'pupil' ? 'rule.nonePupil' : 'rule.noneStaff')}</p>
      )}
    </section>
  )
}
