// SPDX-License-Identifier: Apache-2.0
// A comparison that is cancelled while it colours.
#include "tests/support/test_program.h"
#include "tests/ui/timeline_support.h"
#include "ui/compare/difference_picture.h"

using namespace bubblescope;
using namespace bubblescope::test;
using namespace bubblescope::ui;

class DifferenceCancelTest : public QObject
{
    Q_OBJECT

private slots:
    void leavesNoRowHalfColoured()
    {
        const TimelinePtr reference = evaluationOf("0F0 0F1 0B0 0B1")->timeline;
        const TimelinePtr current = evaluationOf("0F0 0B0 0F1")->timeline;
        const DifferencePicturePtr numbers = makeDifferencePicture(reference, current, false, {});
        QVERIFY(numbers && !numbers->current);
        auto picture = std::make_shared<DifferencePicture>(*numbers);
        const CancelToken cancelled;
        cancelled.cancel();
        QVERIFY(!addDifferenceLanes(*picture, reference, current, cancelled));
        QVERIFY(!picture->current && !picture->reference);
        QVERIFY(addDifferenceLanes(*picture, reference, current, {}));
        QVERIFY(picture->current && picture->reference);
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, DifferenceCancelTest)
#include "difference_cancel_test.moc"
