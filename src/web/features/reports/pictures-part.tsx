import {
  type PictureFigures,
  pictureNote,
  pictureTable,
  pictureTitle,
} from '../../../shared/report-sentences/picture-table.ts';
import { FanChart } from '../../charts/fan-chart.tsx';
import { GridChart } from '../../charts/grid-chart.tsx';
import { OrphanBars } from '../../charts/orphan-bars.tsx';
import { OverlayChart } from '../../charts/overlay-chart.tsx';

function Picture({ picture }: { picture: PictureFigures }) {
  const text = { title: pictureTitle(picture), note: pictureNote(picture) };
  if (picture.kind === 'bars')
    return (
      <OverlayChart {...text} bins={picture.bins} rows={pictureTable(picture).rows}>
        {picture.orphans && <OrphanBars {...picture.orphans} />}
      </OverlayChart>
    );
  if (picture.kind === 'fan') return <FanChart {...text} picture={picture} />;
  return <GridChart {...text} picture={picture} />;
}

/** Columns of three: bars fill one, the two panels of a grid or fan two, three panels all. */
const widthOf = (picture: PictureFigures) => {
  if (picture.kind === 'bars') return '';
  return picture.sides.length > 2 ? 'lg:col-span-3' : 'lg:col-span-2';
};

export function PicturesPart({ pictures }: { pictures: readonly PictureFigures[] }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-10 lg:grid-cols-3">
      {pictures.map((picture) => (
        <div key={pictureTitle(picture)} className={widthOf(picture)}>
          <Picture picture={picture} />
        </div>
      ))}
    </div>
  );
}
