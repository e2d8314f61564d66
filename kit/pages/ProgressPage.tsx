import { Progress } from '../../src/app/ui/feedback/Progress.tsx'
import { Skeleton } from '../../src/app/ui/feedback/Skeleton.tsx'
import { UseBar } from '../../src/app/ui/feedback/UseBar.tsx'
import { Story } from '../Story.tsx'
import type { PageProps } from '../texts.ts'

export default function ProgressPage({ say }: PageProps) {
  return (
    <>
      <Story title={say('进度', 'Progress')}>
        <div className="c-stack">
          <Progress value={0.4} label={say('已上传 40%', '40% uploaded')} />
          <Progress label={say('正在等待', 'Waiting')} />
        </div>
      </Story>
      <Story title={say('已用多少', 'How much is used')}>
        <div className="c-stack">
          <UseBar share={0.31}>{say('已用 3.1 GB，共 10 GB', '3.1 GB of 10 GB used')}</UseBar>
          <UseBar share={0.94}>{say('已用 9.4 GB，共 10 GB，快满了', '9.4 GB of 10 GB used: almost full')}</UseBar>
          <UseBar share={1.2}>{say('已用 12 GB，共 10 GB，已满', '12 GB of 10 GB used: full')}</UseBar>
        </div>
      </Story>
      <Story title={say('骨架', 'Skeleton')}>
        <Skeleton label={say('正在加载', 'Loading')} lines={4} />
      </Story>
    </>
  )
}
