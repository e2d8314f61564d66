import { Button } from '../../src/app/ui/Button.tsx'
import { notify } from '../../src/app/core/notices/notices.ts'
import { Story } from '../Story.tsx'
import type { PageProps } from '../texts.ts'

export default function NoticesPage({ say }: PageProps) {
  return (
    <>
      <Story title={say('四种', 'Four kinds')}>
        <div className="c-row">
          <Button onClick={() => notify('success', say('已保存', 'Saved'))}>{say('成功', 'Success')}</Button>
          <Button onClick={() => notify('info', say('请求已取消', 'The request was aborted'))}>
            {say('消息', 'Information')}
          </Button>
          <Button onClick={() => notify('warning', say('用户名不能为空！', 'User name cannot be empty!'))}>
            {say('警告', 'Warning')}
          </Button>
          <Button
            onClick={() =>
              notify('error', say('服务器内部错误！', 'Server internal error!'), { title: '500 Internal Server Error' })
            }
          >
            {say('错误，带标题', 'Error with a title')}
          </Button>
        </div>
      </Story>
      <Story
        title={say('撤销', 'Undo')}
        hint={say(
          '停留 8 秒；按 F8 转到按钮，Esc 关闭。',
          'Stays for 8 seconds; F8 goes to its button, Escape dismisses it.',
        )}
      >
        <Button
          onClick={() =>
            notify('success', say('已忽略 3 条消息', '3 messages ignored'), {
              action: {
                label: say('撤销', 'Undo'),
                run: () => notify('info', say('已恢复 3 条消息', '3 messages restored')),
              },
            })
          }
        >
          {say('忽略全部', 'Ignore all')}
        </Button>
      </Story>
    </>
  )
}
