const kit = {
  noData: '暂无数据',
  loadMore: '加载更多',
  loadingMore: '正在加载更多',
  loadFailed: '没有加载成功',
  loadedAll: '已全部加载',
  scrollable: '可滚动区域',
  colour: {
    open: '{{label}}：{{colour}}',
    area: '深浅与饱和度',
    hue: '色相',
    hex: '颜色代码',
    swatches: '常用颜色',
  },
  font: {
    family: '字体',
    size: '字号',
    sample: '永和九年',
    families: {
      SimSun: '宋体',
      KaiTi: '楷体',
      'Microsoft YaHei': '微软雅黑',
      SimHei: '黑体',
      LiSu: '隶书',
      STXingkai: '华文行楷',
    },
  },
  chart: {
    showTable: '查看表格',
    showChart: '查看图表',
    category: '类别',
    failed: '图表没有画出来，先显示表格',
  },
}

export type KitTexts = typeof kit
export default kit
