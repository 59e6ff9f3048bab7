// SPDX-License-Identifier: Apache-2.0
// Where to save: the formats are the filters, and the file's ending follows them.
#include "tests/support/rows.h"
#include "tests/support/test_program.h"
#include "ui/widgets/save_dialog.h"

#include <QtWidgets>

using namespace bubblescope::test;
using namespace bubblescope::ui;

namespace {

const QStringList kFormats{"PNG picture (*.png)", "SVG picture (*.svg)", "Chrome trace (*.trace.json)"};

/// The dialog as it is shown, over a folder of its own.
struct ShownSaveDialog
{
    explicit ShownSaveDialog(const QString& suggested)
        : dialog(nullptr, "Export", folder.filePath(suggested), kFormats)
    {
        dialog.setOption(QFileDialog::DontUseNativeDialog);
        dialog.selectFile(suggested);
        dialog.show();
    }
    QLineEdit* name() { return dialog.findChild<QLineEdit*>("fileNameEdit"); }
    /// As a user does in the list of formats.
    void choose(int format)
    {
        auto* formats = dialog.findChild<QComboBox*>("fileTypeCombo");
        formats->setFocus();
        while (formats->currentIndex() != format)
            QTest::keyClick(formats, formats->currentIndex() < format ? Qt::Key_Down : Qt::Key_Up);
    }
    QString saved()
    {
        dialog.accept();
        return QFileInfo(dialog.selectedFiles().value(0)).fileName();
    }

    QTemporaryDir folder;
    SaveDialog dialog;
};

} // namespace

class SaveDialogTest : public QObject
{
    Q_OBJECT

private slots:
    void theFormatOfTheSuggestionIsChosen()
    {
        ShownSaveDialog shown("run.trace.json");
        QCOMPARE(shown.dialog.nameFilters(), kFormats);
        QCOMPARE(shown.dialog.selectedNameFilter(), kFormats[2]);
        QCOMPARE(shown.saved(), QString("run.trace.json"));
    }

    void theEndingFollowsTheFormat()
    {
        ShownSaveDialog shown("run.v2.png");
        QCOMPARE(shown.dialog.selectedNameFilter(), kFormats[0]);
        shown.choose(1);
        QCOMPARE(shown.name()->text(), QString("run.v2.svg"));
        shown.choose(2);
        QCOMPARE(shown.name()->text(), QString("run.v2.trace.json"));
        shown.choose(0);
        QCOMPARE(shown.saved(), QString("run.v2.png"));
    }

    void aTypedEndingStays()
    {
        ShownSaveDialog shown("run.png");
        shown.name()->setText("other.svg");
        QCOMPARE(shown.saved(), QString("other.svg"));
    }

    void aNameWithoutOneGetsIt_data()
    {
        addRows<QString, QString>({
            {"none", "run", "run.png"},
            {"one that says nothing of the format", "run.v2", "run.v2.png"},
        });
    }

    void aNameWithoutOneGetsIt()
    {
        const auto& [typed, saved] = givenRow<QString, QString>();
        ShownSaveDialog shown("first.png");
        shown.name()->setText(typed);
        QCOMPARE(shown.saved(), saved);
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, SaveDialogTest)
#include "save_dialog_test.moc"
