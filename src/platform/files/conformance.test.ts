import { testFileStore } from './conformance.fixture.ts';
import { filesBelow } from './files-below.ts';
import { TEST_STORES } from './stores.fixture.ts';

for (const [name, open] of TEST_STORES) {
  testFileStore(name, { open });
  testFileStore(`${name}, of a folder of it`, {
    open: (folder) => filesBelow(open(folder), 'external/a'),
  });
}
