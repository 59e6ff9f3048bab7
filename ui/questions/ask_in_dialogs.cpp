// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/questions/ask_in_dialogs.h"

#include "ui/document/settings.h"
#include "ui/widgets/save_dialog.h"

#include <QApplication>
#include <QMessageBox>
#include <QPushButton>

namespace bubblescope::ui {

namespace {

/// What stands in the dialogs.
struct Questions
{
    Q_DECLARE_TR_FUNCTIONS(Questions)

public:
    /// The formats of what is exported under that name: of a picture all of them, else the one that it has.
    static QStringList exportFilters(const QString& suggested)
    {
        if (suggested.endsWith(QLatin1String(".csv")))
            return {tr("PyTorch schedule CSV (*.csv)")};
        if (suggested.endsWith(QLatin1String(".trace.json")))
            return {tr("Chrome trace (*.trace.json)"), tr("Perfetto trace (*.pftrace)")};
        return {tr("PDF (*.pdf)"), tr("SVG picture (*.svg)"), tr("PNG picture (*.png)"), tr("TikZ (*.tex)"),
                tr("Page (*.html)")};
    }
    static void addOpening(WindowQuestions& questions, QWidget* window);
    static void addSaving(WindowQuestions& questions, QWidget* window);
    static void addChoices(WindowQuestions& questions, QWidget* window);
};

using AskPath = std::function<QString(const QString& suggested)>;

/// What the user chose, by the button; `otherwise` is for Cancel, and for a box that was closed.
template <typename Answer>
Answer chosen(QMessageBox& box, const std::vector<std::pair<const QAbstractButton*, Answer>>& answers,
              Answer otherwise)
{
    box.exec();
    for (const auto& [button, answer] : answers)
        if (box.clickedButton() == button)
            return answer;
    return otherwise;
}

void Questions::addOpening(WindowQuestions& questions, QWidget* window)
{
    const auto open = [window](const QString& title, const QString& filter) {
        return [window, title, filter] {
            return QFileDialog::getOpenFileName(window, title, Settings::lastFolder(), filter);
        };
    };
    questions.openPath = open(tr("Open"), tr("Schedules (*.csv *.bubble);;PyTorch schedule CSV "
                                             "(*.csv);;Bubblescope (*.bubble);;All files (*)"));
    questions.openCostsPath = open(tr("Open costs"), tr("Costs and calibrations (*.json);;All files (*)"));
    questions.openPaths = [window] {
        return QFileDialog::getOpenFileNames(
            window, tr("Open"), Settings::lastFolder(),
            tr("All supported files (*.csv *.bubble *.json *.json.gz *.gz *.sqlite);;Schedules (*.csv "
               "*.bubble);;Profiles (*.json *.json.gz *.gz *.sqlite);;All files (*)"));
    };
    const auto profiles = [window](const QString& title) {
        return [window, title] {
            return QFileDialog::getOpenFileNames(
                window, title, Settings::lastFolder(),
                tr("Profiles (*.json *.json.gz *.gz *.sqlite);;All files (*)"));
        };
    };
    const auto folder = [window](const QString& title) {
        return [window, title] {
            return QFileDialog::getExistingDirectory(window, title, Settings::lastFolder());
        };
    };
    questions.openProfiles = profiles(tr("Open profiles"));
    questions.openProfileFolder = folder(tr("Open profiles in a folder"));
    questions.openSecondProfiles = profiles(tr("Open the run to compare with (B)"));
    questions.openSecondFolder = folder(tr("Folder of the run to compare with (B)"));
}

void Questions::addSaving(WindowQuestions& questions, QWidget* window)
{
    const auto save = [window](const QString& title, const QStringList& filters) -> AskPath {
        return [window, title, filters](const QString& suggested) {
            return askSavePath(window, title, suggested, filters);
        };
    };
    questions.savePath = save(tr("Save as"), {tr("Bubblescope (*.bubble)")});
    questions.exportPath = [window](const QString& suggested) {
        return askSavePath(window, tr("Export"), suggested, exportFilters(suggested));
    };
    questions.chartPath = save(tr("Export"), {tr("PNG picture (*.png)"), tr("SVG picture (*.svg)"),
                                              tr("CSV (*.csv)"), tr("JSON (*.json)")});
    questions.saveCostsPath = save(tr("Save costs"), {tr("Costs (*.json)")});
    // Dialogs beside the window have calibrations to save, too.
    questions.saveCalibrationPath = [](const QString& suggested) {
        return askSavePath(QApplication::activeWindow(), tr("Save calibration"), suggested,
                           {tr("Calibrations (*.json)")});
    };
}

void Questions::addChoices(WindowQuestions& questions, QWidget* window)
{
    questions.saveChanges = [window](const QString& name) {
        QMessageBox box(QMessageBox::NoIcon, tr("Save changes?"),
                        tr("%1 has unsaved changes.", "document").arg(name),
                        QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, window);
        box.setDefaultButton(QMessageBox::Save);
        return chosen<SaveAnswer>(box,
                                  {{box.button(QMessageBox::Save), SaveAnswer::Save},
                                   {box.button(QMessageBox::Discard), SaveAnswer::Discard}},
                                  SaveAnswer::Cancel);
    };
    questions.replaceUnread = [window](const QString& text) {
        QMessageBox box(QMessageBox::NoIcon, tr("Replace the file?"), text, QMessageBox::Cancel, window);
        const QPushButton* replace = box.addButton(tr("Replace"), QMessageBox::DestructiveRole);
        box.setDefaultButton(QMessageBox::Cancel);
        return chosen<bool>(box, {{replace, true}}, false);
    };
    questions.discardRecovered = [window](const QString& text) {
        QMessageBox box(QMessageBox::NoIcon, tr("Discard the changes?"), text, QMessageBox::Cancel, window);
        box.setObjectName(QStringLiteral("discard-question"));
        const QPushButton* discard = box.addButton(tr("Discard"), QMessageBox::DestructiveRole);
        box.setDefaultButton(QMessageBox::Cancel);
        return chosen<bool>(box, {{discard, true}}, false);
    };
    questions.replaceFile = [window](const QString& text) {
        QMessageBox box(QMessageBox::NoIcon, tr("Overwrite the file?"), text, QMessageBox::Cancel, window);
        box.setObjectName(QStringLiteral("replace-question"));
        const QPushButton* overwrite = box.addButton(tr("&Overwrite"), QMessageBox::DestructiveRole);
        QPushButton* saveAs = box.addButton(tr("Save &as…"), QMessageBox::AcceptRole);
        box.setDefaultButton(saveAs);
        return chosen<ReplaceAnswer>(box,
                                     {{overwrite, ReplaceAnswer::Overwrite}, {saveAs, ReplaceAnswer::SaveAs}},
                                     ReplaceAnswer::Cancel);
    };
    questions.secondRun = [window](const QString& names) {
        QMessageBox box(
            QMessageBox::NoIcon, tr("A second run"),
            tr("A run is open. Compare it with %1, or open that in its place?", "names of files").arg(names),
            QMessageBox::Cancel, window);
        box.setObjectName(QStringLiteral("second-run-question"));
        QPushButton* compare = box.addButton(tr("Compare the runs"), QMessageBox::AcceptRole);
        const QPushButton* replace = box.addButton(tr("Open in its place"), QMessageBox::AcceptRole);
        box.setDefaultButton(compare);
        return chosen<SecondRunAnswer>(
            box, {{compare, SecondRunAnswer::Compare}, {replace, SecondRunAnswer::Replace}},
            SecondRunAnswer::Cancel);
    };
    questions.matchSchedules = [window](const QString& text) {
        QMessageBox box(QMessageBox::NoIcon, tr("Schedules and profiles"), text, QMessageBox::Cancel, window);
        box.setObjectName(QStringLiteral("mixture-question"));
        QPushButton* match = box.addButton(tr("Compare with it"), QMessageBox::AcceptRole);
        const QPushButton* leave = box.addButton(tr("Profiles only"), QMessageBox::AcceptRole);
        box.setDefaultButton(match);
        return chosen<MixtureAnswer>(box, {{match, MixtureAnswer::Match}, {leave, MixtureAnswer::LeaveOut}},
                                     MixtureAnswer::Cancel);
    };
}

} // namespace

WindowQuestions askInDialogs(QWidget* window)
{
    WindowQuestions questions;
    Questions::addOpening(questions, window);
    Questions::addSaving(questions, window);
    Questions::addChoices(questions, window);
    return questions;
}

} // namespace bubblescope::ui
