import { Progress } from '../../src/app/kit/Progress.tsx'
import { Skeleton } from '../../src/app/kit/Skeleton.tsx'
import { Story } from '../Story.tsx'
import { useSay } from '../texts.ts'

export default function ProgressPage() {
  const { say } = useSay()
  return (
    <>
      <Story title={say('进度', 'Progress')}>
        <div className="c-stack">
          <Progress value={0.4} label={say('已上传 40%', '40% uploaded')} />
          <Progress label={say('正在等待', 'Waiting')} />
        </div>
      </Story>
      <Story title={say('骨架', 'Skeleton')}>
        <Skeleton label={say('正在加载', 'Loading')} lines={4} />
      </Story>
    </>
  )
}
