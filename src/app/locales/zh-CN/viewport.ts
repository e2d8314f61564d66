const viewport = {
  loading: '正在打开应用',
  opening: '正在打开“{{name}}”',
  retry: '重试',
  reload: '重新打开',
  toDesktop: '回到桌面',
  missing: {
    title: '这个应用还没有安装',
    hint: '学校还没有开通这个应用，或者网址不完整。请联系学校管理员。',
  },
  unreachable: {
    title: '应用没有打开',
    hint: '没有连上服务器，数据没有变动。请稍后重试。',
  },
  offline: {
    title: '现在没有网络',
    hint: '这个应用还没有在这台设备上打开过。网络恢复后会自动打开。',
  },
  broken: {
    title: '应用没有打开',
    hint: '应用的文件不完整，可能正在更新。请稍后重试；如果一直这样，请联系管理员。',
  },
  crashed: {
    title: '应用遇到了问题',
    hint: '已保存的内容不受影响，没有提交的内容可能需要重新填写。',
  },
}

export type ViewportTexts = typeof viewport
export default viewport
