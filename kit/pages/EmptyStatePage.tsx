import { Button } from '../../src/app/ui/Button.tsx'
import { NoData } from '../../src/app/ui/feedback/NoData.tsx'
import { Story } from '../Story.tsx'
import type { PageProps } from '../texts.ts'

export default function EmptyStatePage({ say }: PageProps) {
  return (
    <>
      <Story title={say('默认', 'Defaults')} hint={say('桌面、看板、其他', 'Desktop, dashboard, other')}>
        <div className="c-grid">
          <NoData type="desktop" />
          <NoData type="dashboard" />
          <NoData type="other" />
        </div>
      </Story>
      <Story title={say('自己的说明和下一步', 'Words of its own, and the next step')}>
        <NoData
          type="desktop"
          title={say('还没有可用的应用', 'No applications yet')}
          hint={say(
            '学校管理员为你开通应用后，会显示在这里。',
            'Applications appear here once your school turns them on for you.',
          )}
          action={<Button kind="primary">{say('刷新', 'Reload')}</Button>}
        />
      </Story>
    </>
  )
}
