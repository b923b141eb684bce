import { every, measureFusion } from '../../src/engines/detect/detectors/adbench.fixture.ts';

/** Fusion of the detectors on the stored ADBench sets, with weights chosen on the other sets. */
const [AIM_AUC, AIM_PRECISION] = [0.778, 0.37];

if (every.length === 0) {
  console.log('\nfusion: skipped, the ADBench sets are not stored');
} else {
  const { detectors, shipped, left } = measureFusion();
  console.log(
    `\nfusion: means over ${every.length} stored ADBench sets, AUC and average precision`,
  );
  const isHeld = left.auc >= AIM_AUC && left.averagePrecision >= AIM_PRECISION;
  const aim = `  aim ${AIM_AUC} and ${AIM_PRECISION}: ${isHeld ? 'held' : 'FAILED'}`;
  for (const [name, figures, note] of [
    ['leave one set out', left, aim],
    ['as shipped', shipped, ''],
    ...detectors.map((each) => [each.name, each, ''] as const),
  ] as const)
    console.log(
      `  ${name.padEnd(20)}${figures.auc.toFixed(4)}  ${figures.averagePrecision.toFixed(4)}${note}`,
    );
  if (!isHeld) process.exitCode = 1;
}
