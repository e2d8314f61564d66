import { notify } from '../../src/app/core/notices/notices.ts'
import { Button } from '../../src/app/ui/Button.tsx'
import { NoData } from '../../src/app/ui/feedback/NoData.tsx'
import { Progress } from '../../src/app/ui/feedback/Progress.tsx'
import { Skeleton } from '../../src/app/ui/feedback/Skeleton.tsx'
import { UsageBar } from '../../src/app/ui/feedback/UsageBar.tsx'
import { Story, useSay } from '../Story.tsx'

export function FeedbackPage() {
  const say = useSay()
  const ignored = say('已忽略 3 条消息', '3 messages ignored')
  const restored = say('已恢复 3 条消息', '3 messages restored')
  const undo = { label: say('撤销', 'Undo'), run: () => notify('info', restored) }
  const title = '500 Internal Server Error'
  const notices = [
    [say('成功', 'Success'), () => notify('success', say('已保存', 'Saved'))],
    [say('警告', 'Warning'), () => notify('warning', say('用户名不能为空！', 'User name cannot be empty!'))],
    [say('错误', 'Error'), () => notify('error', say('服务器内部错误！', 'Server internal error!'), { title })],
    [say('忽略全部', 'Ignore all'), () => notify('success', ignored, { action: undo })],
  ] as const
  return (
    <>
      <Story title={say('提示', 'Notices')}>
        {notices.map(([name, show]) => (
          <Button key={name} onClick={show}>
            {name}
          </Button>
        ))}
      </Story>
      <Story title={say('等待与用量', 'Waiting and use')}>
        <Progress value={0.4} label={say('已上传 40%', '40% uploaded')} />
        <Progress label={say('正在等待', 'Waiting')} />
        {[0.31, 0.94, 1.2].map((share) => (
          <UsageBar key={share} share={share}>
            {say(`已用 ${share * 100}%`, `${share * 100}% used`)}
          </UsageBar>
        ))}
        <Skeleton label={say('正在加载', 'Loading')} lines={4} />
      </Story>
      <Story title={say('没有内容', 'Nothing there')}>
        {(['desktop', 'dashboard', 'other'] as const).map((type) => (
          <NoData key={type} type={type} hint={type} action={<Button>{say('刷新', 'Reload')}</Button>} />
        ))}
      </Story>
    </>
  )
}
