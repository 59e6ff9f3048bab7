// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QPointer>
#include <memory>
#include <vector>

class QLabel;
class QLineEdit;
class QListView;

namespace bubblescope::ui {

class QuickModel;

/// A row of a quick list as it is drawn.
struct QuickRow
{
    QString text;
    QString detail;      ///< quiet, after the text: a command's group
    QStringList keys;    ///< at the right
    QString note;        ///< quiet, at the right: "hidden"
    bool enabled = true; ///< greyed and not to be chosen otherwise
    bool checkable = false;
    bool checked = false;
};

/// What a quick list offers. Rows are numbers of the source's own; only those in view are asked for.
class QuickSource
{
public:
    virtual ~QuickSource() = default;
    [[nodiscard]] virtual QString name() const = 0;
    [[nodiscard]] virtual QString placeholder() const = 0;
    /// Rows that the query finds, best first.
    [[nodiscard]] virtual std::vector<std::uint32_t> find(const QString& query) const = 0;
    [[nodiscard]] virtual QuickRow row(std::uint32_t number) const = 0;
    virtual void choose(std::uint32_t number) = 0;
};

/// A field with a list under it, over the top middle of a window: type, choose with the arrows, Enter. Esc,
/// or a click elsewhere, closes it and gives the focus back.
class QuickList : public QFrame
{
    Q_OBJECT

public:
    QuickList(std::unique_ptr<QuickSource> source, QWidget* window);
    ~QuickList() override;

    /// Empty, with the focus in its field.
    void open();
    [[nodiscard]] QLineEdit* field() const { return m_field; }
    [[nodiscard]] QListView* list() const { return m_list; }
    [[nodiscard]] const QuickSource& source() const { return *m_source; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void find(const QString& query);
    void moveBy(int rows);
    void chooseCurrent();
    void shut();
    void place();
    [[nodiscard]] bool pressKey(int key);

    std::unique_ptr<QuickSource> m_source;
    QLineEdit* m_field;
    QListView* m_list;
    QLabel* m_nothing;
    QuickModel* m_model;
    QPointer<QWidget> m_focusBefore;
};

} // namespace bubblescope::ui
