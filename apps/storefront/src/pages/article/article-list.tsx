import { formatDotDate } from '@huimin/domain/date';
import { calls } from '../../api/calls.ts';
import { useCall } from '../../api/use-call.ts';
import { useQuery } from '../../context/index.ts';
import { Button, Card, EmptyState, inWords, Page, Row, Skeleton } from '../../ui/index.ts';
import { LoadProblem } from '../pay/load-problem.tsx';

const TITLE = '参保前看一看';

/** The articles that are approved now, newest first. */
export function ArticleList() {
  const productId = useQuery().get('productId');
  const { value, failure, reload } = useCall(calls.shareContents, productId === null ? {} : { productId }, {
    overlay: false,
    quietFailure: true,
  });
  const toProduct = <Button href="#/index">看产品</Button>;
  if (!value && failure) {
    const missing = <EmptyState title="没有找到这个产品" lead="链接可能不完整" action={toProduct} />;
    return <LoadProblem title={TITLE} failure={failure} onReload={reload} missing={missing} />;
  }
  return (
    <Page title={inWords(TITLE)} lead={value?.articles.length ? '每篇都经过审批，写明了有效期' : undefined}>
      {!value && (
        <Card>
          <Skeleton lines={[56, 56]} />
        </Card>
      )}
      {value?.articles.length === 0 && (
        <EmptyState title="现在没有文章" lead="产品的说明和条款在首页" action={toProduct} />
      )}
      {value && value.articles.length > 0 && (
        <Card flush>
          {value.articles.map(({ articleId, title, summary, publishedOn }) => (
            <Row
              key={articleId}
              href={`#/link?id=${articleId}`}
              label={title}
              note={
                <>
                  {summary}
                  <br />
                  <span className="num">{formatDotDate(publishedOn)}</span>
                </>
              }
            />
          ))}
        </Card>
      )}
    </Page>
  );
}
